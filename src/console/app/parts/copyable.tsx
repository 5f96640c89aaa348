import { useState } from 'preact/hooks'

const saidMs = 2_000

/** Code with a button that copies it, and says so for a moment to the eye and to a reader. */
export function Copyable({
  text,
  label = 'Copy',
}: {
  readonly text: string
  readonly label?: string
}) {
  const [said, setSaid] = useState('')
  const copy = async () => {
    setSaid((await copied(text)) ? 'Copied' : 'Select and copy')
    setTimeout(() => setSaid(''), saidMs)
  }
  return (
    <div class="copyable">
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: long code scrolls, also by keyboard. */}
      <pre tabIndex={0}>
        <code>{text}</code>
      </pre>
      <button class="copy" type="button" aria-live="polite" onClick={() => void copy()}>
        {said || label}
      </button>
    </div>
  )
}

/** The clipboard exists on secure addresses only. */
async function copied(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    return false
  }
}
