/** A value of a vector that is written as 32 is one. */
export const writtenUnit = 32

export function base64Of({ buffer, byteOffset, byteLength }: Int8Array | Float32Array): string {
  return Buffer.from(buffer, byteOffset, byteLength).toString('base64')
}

/** A text that was cut short has only its whole numbers read. */
export function numbersOf(base64 = ''): Float32Array {
  const bytes = Buffer.from(base64, 'base64')
  const whole = bytes.length - (bytes.length % Float32Array.BYTES_PER_ELEMENT)
  return new Float32Array(copied(bytes.subarray(0, whole)))
}

/** Small numbers, of lines one behind the other. */
export function smallNumbersOf(lines: readonly string[]): Int8Array {
  return new Int8Array(copied(Buffer.concat(lines.map((line) => Buffer.from(line, 'base64')))))
}

/** Numbers of four bytes begin where they must only in a copy. */
function copied(bytes: Uint8Array): ArrayBuffer {
  return new Uint8Array(bytes).buffer
}

/** A table that was cut short would leave words unweighed without a word. */
export function checkLengths<Layer extends string>(
  table: string,
  layers: Readonly<Record<NoInfer<Layer>, { readonly length: number }>>,
  sizes: Readonly<Record<Layer, number>>,
): void {
  for (const layer in sizes) {
    if (layers[layer].length !== sizes[layer]) {
      throw new Error(`${table} has ${layers[layer].length} ${layer}`)
    }
  }
}

const rowLength = 16_384

/** Small numbers as lines that an editor can bear. */
export function linesOf(numbers: Int8Array): string[] {
  const lines: string[] = []
  for (let from = 0; from < numbers.length; from += rowLength) {
    lines.push(base64Of(numbers.subarray(from, from + rowLength)))
  }
  return lines
}

/** Values as so many steps each, from -127 to 127. */
export function inSteps(values: Int8Array | Float32Array, unit: number): Int8Array {
  return Int8Array.from(values, (value) => Math.max(-127, Math.min(127, Math.round(value * unit))))
}
