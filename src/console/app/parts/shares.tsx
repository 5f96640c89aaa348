import type { ComponentChildren } from 'preact'

export interface ShareRow {
  readonly name: string
  readonly value: number
  readonly words: string
  readonly start?: ComponentChildren
  readonly onChoose?: () => void
}

/** Amounts beside each other as bars of one scale: the longest is the whole width. */
export function Shares({
  label,
  rows,
}: {
  readonly label: string
  readonly rows: readonly ShareRow[]
}) {
  const most = Math.max(1, ...rows.map(({ value }) => value))
  return (
    <ol class="shares" aria-label={label}>
      {rows.map(({ name, value, words, start, onChoose }) => (
        <li key={name}>
          {start}
          <div class="share">
            <div class="share-words">
              {onChoose ? (
                <button class="link share-name" type="button" onClick={onChoose}>
                  {name}
                </button>
              ) : (
                <span class="share-name">{name}</span>
              )}
              <span class="share-value">{words}</span>
            </div>
            <div class="share-track" aria-hidden="true">
              <div class="share-bar" style={{ width: `${(value / most) * 100}%` }} />
            </div>
          </div>
        </li>
      ))}
    </ol>
  )
}
