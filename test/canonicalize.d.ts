/** The package's own types describe a CommonJS default that its module does not have. */
declare module 'canonicalize' {
  export default function canonicalize(value: unknown): string | undefined
}
