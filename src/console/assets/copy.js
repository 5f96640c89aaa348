/** A button that copies; it says so for a moment, to the eye and to a screen reader. */
export function copyButton(textOf, label = 'Copy') {
  const button = document.createElement('button')
  button.type = 'button'
  button.className = 'copy'
  button.textContent = label
  button.setAttribute('aria-live', 'polite')
  button.addEventListener('click', async () => {
    button.textContent = (await copyText(textOf())) ? 'Copied' : 'Select and copy'
    setTimeout(() => {
      button.textContent = label
    }, 2_000)
  })
  return button
}

/** The clipboard exists on secure addresses only. */
async function copyText(text) {
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    return false
  }
}

export function addCopyButtons(root) {
  for (const frame of root.querySelectorAll('.copyable')) {
    frame.append(copyButton(() => frame.querySelector('pre')?.textContent ?? ''))
  }
}
