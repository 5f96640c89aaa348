import type { ComponentChildren } from 'preact'
import { useEffect, useId, useRef } from 'preact/hooks'

interface ModalParts {
  readonly title: string
  readonly children: ComponentChildren
  readonly onClose: () => void
  /** Escape, pressed by habit, would lose what is shown only once. */
  readonly mustAnswer?: boolean
  readonly isWide?: boolean
}

/** Is open as long as it is rendered; the browser keeps the focus inside and gives it back. */
export function Modal({
  title,
  children,
  onClose,
  mustAnswer = false,
  isWide = false,
}: ModalParts) {
  const dialog = useRef<HTMLDialogElement>(null)
  const id = useId()
  useEffect(() => {
    const opener = document.activeElement
    dialog.current?.showModal()
    return () => {
      if (opener instanceof HTMLElement) opener.focus()
    }
  }, [])
  return (
    <dialog
      ref={dialog}
      class={isWide ? 'dialog dialog-wide' : 'dialog'}
      aria-labelledby={id}
      onCancel={(event) => {
        event.preventDefault()
        if (!mustAnswer) onClose()
      }}
    >
      <h2 id={id}>{title}</h2>
      {children}
    </dialog>
  )
}
