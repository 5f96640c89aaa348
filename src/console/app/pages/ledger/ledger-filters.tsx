import { DayField } from '../../parts/day-field.tsx'
import { Choice } from '../../parts/form.tsx'
import { changeQuery } from '../../state/place.ts'
import { typeWords } from './entry-words.ts'
import { isFiltered, type LedgerAsked } from './read-ledger.ts'

const types = Object.entries(typeWords)

export function LedgerFilters({ asked }: { readonly asked: LedgerAsked }) {
  return (
    <div class="card controls">
      <Choice
        isQuiet
        label="Type"
        name="type"
        value={asked.type}
        options={[['', 'all types'], ...types]}
        onChoose={(type) => changeQuery({ type })}
      />
      <DayField label="From" value={asked.from} onDay={(from) => changeQuery({ from })} />
      <DayField label="To" value={asked.to} onDay={(to) => changeQuery({ to })} />
      <div class="field field-quiet field-id">
        <label for="ledger-about">Request or job</label>
        <input
          id="ledger-about"
          value={asked.about}
          placeholder="req_… or job_…"
          autocomplete="off"
          spellcheck={false}
          onChange={(event) => changeQuery({ about: event.currentTarget.value.trim() })}
        />
      </div>
      {isFiltered(asked) && (
        <button
          class="button button-quiet button-small"
          type="button"
          onClick={() => changeQuery({ type: '', from: '', to: '', about: '' })}
        >
          All entries
        </button>
      )}
    </div>
  )
}
