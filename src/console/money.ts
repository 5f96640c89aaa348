const format = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' })

export function dollars(cents: number): string {
  return format.format(cents / 100)
}
