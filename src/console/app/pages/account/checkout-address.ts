const sandboxPath = '/payments/sandbox/'

/** The sandbox is this service: its path keeps the browser, and so the session, at this address. */
export function checkoutAddress(text: string | null): string {
  if (!text) throw new Error('The order has no checkout. Try again in a moment.')
  const url = new URL(text, location.href)
  if (url.pathname.startsWith(sandboxPath)) return url.pathname
  if (url.protocol === 'https:' || url.origin === location.origin) return url.href
  throw new Error('The address of the checkout is not a safe one.')
}
