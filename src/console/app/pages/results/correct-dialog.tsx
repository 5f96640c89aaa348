import { useState } from 'preact/hooks'
import { Choice, Field, Form, type FormValues } from '../../parts/form.tsx'
import { Modal } from '../../parts/modal.tsx'
import { Shown } from '../../parts/shown.tsx'
import { call } from '../../state/call.ts'
import type { CorrectionAnswer, ResultRow } from '../../state/job-answers.ts'
import { useLoaded } from '../../state/loaded.ts'

interface Taxonomy {
  readonly categories: readonly {
    readonly name: string
    readonly subcategories: readonly { readonly name: string }[]
  }[]
}

interface CorrectParts {
  readonly row: Pick<ResultRow, 'description' | 'merchant' | 'category' | 'subcategory' | 'website'>
  readonly done: (correction: CorrectionAnswer) => void
  readonly close: () => void
}

/** Says what a line really is: from then on it is answered so for this account. */
export function CorrectDialog({ row, done, close }: CorrectParts) {
  const taxonomy = useLoaded('taxonomy', async (signal) => {
    return (await call<Taxonomy>('GET', '/enrich/categories', { signal })).json
  })
  const send = async (values: FormValues) => {
    const body = { description: row.description, ...correctedIn(values, row) }
    const { json } = await call<CorrectionAnswer>('POST', '/feedback', { body })
    done(json)
  }
  return (
    <Modal title="Correct this line" onClose={close} isWide>
      <p class="line">
        <code>{row.description}</code>
      </p>
      <Shown of={taxonomy} lines={6}>
        {(known) => (
          <Form onSend={send} label="Correct this line">
            <Field
              label="Merchant"
              name="merchant"
              value={row.merchant ?? ''}
              maxLength={200}
              hint="Empty: the line has no merchant."
              optional
            />
            <Categories taxonomy={known} row={row} />
            <Field
              label="Website"
              name="website"
              value={row.website ?? ''}
              inputMode="url"
              optional
            />
            <p class="hint">
              Free. Your next calls and jobs answer so for this line and lines like it; these
              results stay as they were paid for.
            </p>
            <div class="actions">
              <button class="button button-quiet" type="button" onClick={close}>
                Cancel
              </button>
              <button class="button" type="submit">
                Correct it
              </button>
            </div>
          </Form>
        )}
      </Shown>
    </Modal>
  )
}

interface CategoriesParts {
  readonly taxonomy: Taxonomy
  readonly row: CorrectParts['row']
}

function Categories({ taxonomy, row }: CategoriesParts) {
  const [category, setCategory] = useState(row.category ?? '')
  const [subcategory, setSubcategory] = useState(row.subcategory ?? '')
  const within = taxonomy.categories.find(({ name }) => name === category)
  return (
    <div class="field-pair">
      <Choice
        label="Category"
        name="category"
        value={category}
        options={[
          ['', 'as it was'],
          ...taxonomy.categories.map(({ name }) => [name, name] as const),
        ]}
        onChoose={(name) => {
          setCategory(name)
          const first = taxonomy.categories.find((one) => one.name === name)?.subcategories[0]
          setSubcategory(first?.name ?? '')
        }}
      />
      <Choice
        label="Subcategory"
        name="subcategory"
        value={subcategory}
        options={
          within ? within.subcategories.map(({ name }) => [name, name] as const) : [['', '–']]
        }
        onChoose={setSubcategory}
      />
    </div>
  )
}

/** Only the changed parts: what is left out stays as it is answered. */
function correctedIn(values: FormValues, row: CorrectParts['row']) {
  const { merchant = '', category = '', subcategory = '', website = '' } = values
  const same = category === (row.category ?? '') && subcategory === (row.subcategory ?? '')
  const changed = {
    ...(merchant.trim() === (row.merchant ?? '') ? {} : { merchant: merchant.trim() || null }),
    ...(same || category === '' ? {} : { category, subcategory }),
    ...(website.trim() === (row.website ?? '') ? {} : { website: website.trim() || null }),
  }
  if (Object.keys(changed).length === 0) throw new Error('Nothing was changed yet.')
  return changed
}
