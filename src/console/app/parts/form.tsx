import type { ComponentChildren } from 'preact'
import { useId, useRef, useState } from 'preact/hooks'
import type { CallProblem } from '../state/call.ts'
import { problemOf } from '../state/call.ts'
import { ProblemWords } from './problem-words.tsx'

export type FormValues = Readonly<Record<string, string>>

interface FormParts {
  readonly children: ComponentChildren
  readonly onSend: (values: FormValues, form: HTMLFormElement) => Promise<unknown>
  readonly class?: string
  readonly label?: string
  readonly onChange?: (values: FormValues) => void
}

/** Is sent once at a time, and says in itself what went wrong. */
export function Form({ children, onSend, class: name = 'form', label, onChange }: FormParts) {
  const [error, setError] = useState<CallProblem | null>(null)
  const busy = useRef(false)
  const [isBusy, setBusy] = useState(false)
  const send = async (form: HTMLFormElement) => {
    if (busy.current) return
    setError(faultIn(form))
    if (faultIn(form)) return
    busy.current = true
    setBusy(true)
    try {
      await onSend(valuesOf(form), form)
    } catch (failure) {
      setError(problemOf(failure))
    } finally {
      busy.current = false
      setBusy(false)
    }
  }
  return (
    <form
      class={name}
      noValidate
      aria-label={label}
      aria-busy={isBusy}
      onChange={(event) => onChange?.(valuesOf(event.currentTarget))}
      onSubmit={(event) => {
        event.preventDefault()
        void send(event.currentTarget)
      }}
    >
      <p class="form-error" role="alert">
        {error && <ProblemWords error={error} />}
      </p>
      {children}
    </form>
  )
}

function valuesOf(form: HTMLFormElement): FormValues {
  return Object.fromEntries([...new FormData(form)].map(([name, value]) => [name, String(value)]))
}

/** The browser's own rules, told in the form instead of a bubble that vanishes. */
function faultIn(form: HTMLFormElement): CallProblem | null {
  const fields = [...form.elements].filter(
    (field) => field instanceof HTMLInputElement || field instanceof HTMLSelectElement,
  )
  const checked = fields.filter((field) => field.willValidate)
  for (const field of checked) field.setAttribute('aria-invalid', String(!field.validity.valid))
  const wrong = checked.find((field) => !field.validity.valid)
  if (!wrong) return null
  wrong.focus()
  const label = wrong.labels?.[0]?.textContent ?? wrong.name
  return problemOf(new Error(`${label}: ${wrong.validationMessage}`))
}

interface FieldParts {
  readonly label: ComponentChildren
  readonly name: string
  readonly type?: 'text' | 'email' | 'password' | 'date' | 'url'
  readonly value?: string
  readonly hint?: ComponentChildren
  readonly optional?: boolean
  /** Among filters: small, and its being optional goes without saying. */
  readonly isQuiet?: boolean
  readonly class?: string
  readonly placeholder?: string
  readonly autocomplete?: string
  readonly inputMode?: 'decimal' | 'email' | 'url' | 'numeric'
  readonly minLength?: number
  readonly maxLength?: number
  readonly onInput?: (value: string) => void
}

export function Field(parts: FieldParts) {
  const { label, hint, optional = false, type = 'text', value, onInput } = parts
  const { class: name = '', isQuiet = false } = parts
  const id = useId()
  return (
    <div class={`field ${isQuiet ? 'field-quiet' : ''} ${name}`}>
      <label for={id}>
        {label}
        {optional && !isQuiet && <span class="optional"> (optional)</span>}
      </label>
      <input
        id={id}
        name={parts.name}
        {...kindOf(type)}
        {...(value === undefined ? {} : { defaultValue: value })}
        required={!optional}
        placeholder={parts.placeholder}
        autocomplete={parts.autocomplete ?? 'off'}
        spellcheck={false}
        inputMode={parts.inputMode}
        minLength={parts.minLength}
        maxLength={parts.maxLength}
        aria-describedby={hint === undefined ? undefined : `${id}-hint`}
        onInput={onInput && ((event) => onInput(event.currentTarget.value))}
      />
      {hint !== undefined && (
        <p id={`${id}-hint`} class="hint">
          {hint}
        </p>
      )}
    </div>
  )
}

/** The types of Preact want one literal here, for each has members of its own. */
function kindOf(type: string): Readonly<Record<string, string>> {
  return { type }
}

interface ChoiceParts {
  readonly label: ComponentChildren
  readonly name: string
  readonly value: string
  readonly options: readonly (readonly [value: string, label: string])[]
  readonly onChoose?: (value: string) => void
  readonly isQuiet?: boolean
}

export function Choice({ label, name, value, options, onChoose, isQuiet = false }: ChoiceParts) {
  const id = useId()
  return (
    <div class={`field ${isQuiet ? 'field-quiet' : ''}`}>
      <label for={id}>{label}</label>
      <select
        id={id}
        name={name}
        value={value}
        onChange={(event) => onChoose?.(event.currentTarget.value)}
      >
        {options.map(([one, words]) => (
          <option key={one} value={one} selected={one === value}>
            {words}
          </option>
        ))}
      </select>
    </div>
  )
}
