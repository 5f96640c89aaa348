import { signal } from '@preact/signals'
import { Icon } from '../parts/icons.tsx'
import { linkTo } from '../state/place.ts'
import { loadSection } from './lazy-page.tsx'
import { sections } from './sections.ts'

/** On a narrow screen the sections fold away behind the button in the bar. */
export const isMenuOpen = signal(false)

export function SideBar({ now }: { readonly now: string }) {
  return (
    <nav id="sections" class={isMenuOpen.value ? 'side side-open' : 'side'} aria-label="Sections">
      {sections.map(({ page, title }) => (
        <a
          key={page}
          href={linkTo(page)}
          aria-current={page === now ? 'page' : undefined}
          onPointerEnter={() => void loadSection(page).catch(() => {})}
          onClick={() => {
            isMenuOpen.value = false
          }}
        >
          <Icon name={page} />
          {title}
        </a>
      ))}
      <a class="side-docs" href="/docs">
        Documentation
      </a>
    </nav>
  )
}
