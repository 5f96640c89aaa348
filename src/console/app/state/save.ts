/** Gives an answer to the browser as a file: a link cannot carry the session. */
export async function saveAnswer(response: Response, name: string): Promise<void> {
  saveBlob(await response.blob(), name)
}

export function saveText(text: string, name: string): void {
  saveBlob(new Blob([text]), name)
}

function saveBlob(blob: Blob, name: string): void {
  const address = URL.createObjectURL(blob)
  const link = document.createElement('a')
  link.href = address
  link.download = name
  link.click()
  // The browser has taken hold of it by then; without this it would keep the bytes.
  setTimeout(() => URL.revokeObjectURL(address), 10_000)
}
