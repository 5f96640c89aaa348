import { render } from 'preact'
import { App } from './frame/app.tsx'
import { BarEnd } from './frame/bar-end.tsx'
import { Finder, isFinderOpen } from './frame/finder.tsx'
import { loadSection } from './frame/lazy-page.tsx'
import { sectionOf } from './frame/sections.ts'
import { isMenuOpen } from './frame/side-bar.tsx'
import { followWidth } from './state/narrow.ts'
import { notify } from './state/notice.ts'
import { followPlace, place } from './state/place.ts'
import { followOtherTabs, session } from './state/session.ts'

const app = document.getElementById('app')
const bar = document.getElementById('bar-end')
if (!app || !bar) throw new Error('the page lacks a place for the console')

// Asked for before anything is drawn, and besides it.
if (session.value) loadShown()
followOtherTabs()
followWidth()
followPlace(() => {
  notify('')
  isMenuOpen.value = false
  // A new page is read from its head on, by eye and by ear; it has one once its script is there.
  loadShown().then(() =>
    requestAnimationFrame(() => document.getElementById('page-title')?.focus()),
  )
})
addEventListener('keydown', (event) => {
  if (event.key.toLowerCase() !== 'k' || !(event.ctrlKey || event.metaKey)) return
  if (session.value === null) return
  event.preventDefault()
  isFinderOpen.value = true
})

/** That it cannot be had is told where it would be shown. */
function loadShown(): Promise<void> {
  return loadSection(sectionOf(place.value.page)).catch(() => {})
}

render(
  <>
    <BarEnd />
    <Finder />
  </>,
  bar,
)
render(<App baseUrl={app.dataset.baseUrl ?? location.origin} />, app)
