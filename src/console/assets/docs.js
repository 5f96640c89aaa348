import { addCopyButtons } from './copy.js'

addCopyButtons(document)

// The contents stand beside the text on a wide screen and would push it off a narrow one.
const contents = document.getElementById('contents')
const wide = matchMedia('(min-width: 64rem)')
const fold = () => {
  contents.open = wide.matches
}
wide.addEventListener('change', fold)
fold()
contents.addEventListener('click', (event) => {
  if (event.target instanceof Element && event.target.closest('a') && !wide.matches) fold()
})
