import { Copyable } from '../parts/copyable.tsx'
import { Modal } from '../parts/modal.tsx'
import { shownSecret } from '../state/secret.ts'

export function SecretDialog() {
  const shown = shownSecret.value
  if (shown === null) return null
  return (
    <Modal title={shown.title} mustAnswer onClose={shown.done}>
      <p>{shown.words}</p>
      <Copyable text={shown.text} />
      <div class="actions">
        <button class="button" type="button" onClick={shown.done}>
          I have kept it
        </button>
      </div>
    </Modal>
  )
}
