import { useId } from 'preact/hooks'

interface DayFieldParts {
  readonly label: string
  readonly value: string
  readonly max?: string
  readonly onDay: (day: string) => void
}

export function DayField({ label, value, max, onDay }: DayFieldParts) {
  const id = useId()
  return (
    <div class="field field-quiet">
      <label for={id}>{label}</label>
      <input
        id={id}
        type="date"
        value={value}
        max={max}
        onChange={(event) => onDay(event.currentTarget.value)}
      />
    </div>
  )
}
