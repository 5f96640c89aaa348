import { Card } from '../../parts/card.tsx'
import { Choice } from '../../parts/form.tsx'
import type { JobPreview } from '../../state/job-answers.ts'
import { changeQuery, place, setQuery } from '../../state/place.ts'
import { formatNames } from './job-names.ts'
import { type ColumnField, namesOf, readingOf } from './read-preview.ts'

const delimiters: Readonly<Record<string, string>> = {
  ',': 'commas',
  ';': 'semicolons',
  '\t': 'tabs',
  '|': 'bars',
}

const others: readonly (readonly [Exclude<ColumnField, 'description'>, string])[] = [
  ['amount', 'Amount'],
  ['debit', 'Money out'],
  ['credit', 'Money in'],
  ['date', 'Date'],
  ['id', 'Id'],
]

/** How the file was read, and another way where the first one is not right. */
export function Columns({ preview }: { readonly preview: JobPreview }) {
  const names = namesOf(preview)
  const isNamed = readingOf(place.value.query).size > 0
  return (
    <Card
      title="What was read"
      aside={
        isNamed && (
          <button class="link" type="button" onClick={() => setQuery(new URLSearchParams())}>
            Back to what was found
          </button>
        )
      }
    >
      <p class="quiet">{formatWords(preview)}</p>
      {names.length === 0 ? (
        <p>Its fields have names of their own, so there is nothing to choose.</p>
      ) : (
        <div class="columns">
          <Description preview={preview} names={names} />
          <div class="columns-others">
            {others.map(([field, label]) => (
              <Choice
                key={field}
                label={label}
                name={field}
                value={preview.columns[field] ?? ''}
                options={[['', 'none'], ...names.map((name) => [name, name] as const)]}
                onChoose={(name) => changeQuery({ [field]: name })}
              />
            ))}
          </div>
        </div>
      )}
    </Card>
  )
}

function formatWords(preview: JobPreview): string {
  const { format, encoding, delimiter, header_row: row } = preview
  const parts = [
    formatNames[format] ?? format,
    ...(encoding ? [encoding] : []),
    ...(delimiter ? [`columns between ${delimiters[delimiter] ?? delimiter}`] : []),
    ...(row ? [`header in line ${row}`] : []),
  ]
  return parts.join(' · ')
}

interface DescriptionParts {
  readonly preview: JobPreview
  readonly names: readonly string[]
}

/** Several columns make one description, joined by a space in the order chosen. */
function Description({ preview, names }: DescriptionParts) {
  const chosen = preview.columns.description ?? []
  const left = names.filter((name) => !chosen.includes(name))
  const describeBy = (columns: readonly string[]) => {
    const query = new URLSearchParams(place.value.query)
    query.delete('description')
    for (const name of columns) query.append('description', name)
    setQuery(query)
  }
  return (
    <fieldset class="field">
      <legend class="label">Description: what tells the merchant</legend>
      <div class="picked">
        {chosen.map((name) => (
          <span key={name} class="chip chip-good">
            {name}
            {chosen.length > 1 && (
              <button
                class="chip-button"
                type="button"
                aria-label={`Without ${name}`}
                onClick={() => describeBy(chosen.filter((one) => one !== name))}
              >
                ×
              </button>
            )}
          </span>
        ))}
        {chosen.length === 0 && <span class="quiet">none</span>}
      </div>
      <div class="field-pair">
        <Choice
          isQuiet
          label="Read instead"
          name="instead"
          value=""
          options={[['', 'choose a column'], ...names.map((name) => [name, name] as const)]}
          onChoose={(name) => name !== '' && describeBy([name])}
        />
        <Choice
          isQuiet
          label="Join another one"
          name="join"
          value=""
          options={[['', 'choose a column'], ...left.map((name) => [name, name] as const)]}
          onChoose={(name) => name !== '' && describeBy([...chosen, name])}
        />
      </div>
    </fieldset>
  )
}
