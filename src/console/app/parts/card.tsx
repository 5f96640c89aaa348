import type { ComponentChildren } from 'preact'
import { useEffect } from 'preact/hooks'

interface CardParts {
  readonly title?: ComponentChildren
  readonly children: ComponentChildren
  readonly class?: string
  /** Stands at the end of the title's line. */
  readonly aside?: ComponentChildren
}

export function Card({ title, children, class: name = '', aside }: CardParts) {
  return (
    <div class={`card ${name}`}>
      {title !== undefined && (
        <div class="card-head">
          <h2>{title}</h2>
          {aside}
        </div>
      )}
      {children}
    </div>
  )
}

interface TileParts {
  readonly title: string
  readonly figure: ComponentChildren
  readonly hint?: ComponentChildren
}

export function Tile({ title, figure, hint }: TileParts) {
  return (
    <div class="card tile">
      <h2 class="tile-title">{title}</h2>
      <p class="figure">{figure}</p>
      <p class="hint">{hint ?? '\u00a0'}</p>
    </div>
  )
}

interface PageHeadParts {
  readonly title: string
  readonly words?: ComponentChildren
  readonly aside?: ComponentChildren
}

/** Its title is that of the browser's tab, of a bookmark and of what is saved as a PDF, too. */
export function PageHead({ title, words, aside }: PageHeadParts) {
  useEffect(() => {
    document.title = `${title} · Data Enrichment Service`
  }, [title])
  return (
    <header class="page-head">
      <div>
        <h1 id="page-title" tabIndex={-1}>
          {title}
        </h1>
        {words !== undefined && <p class="quiet">{words}</p>}
      </div>
      {aside !== undefined && <div class="page-aside">{aside}</div>}
    </header>
  )
}

interface ChipParts {
  readonly children: ComponentChildren
  readonly kind?: 'good' | 'warn' | 'bad' | ''
}

export function Chip({ children, kind = '' }: ChipParts) {
  return <span class={`chip ${kind && `chip-${kind}`}`}>{children}</span>
}
