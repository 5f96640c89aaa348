/** The path only: logos come from wherever this page came from. */
export function Logo({
  domain,
  size = 32,
}: {
  readonly domain: string | null
  readonly size?: number
}) {
  const side = `${size}px`
  if (!domain) return <span class="logo logo-none" style={{ width: side, height: side }} />
  return (
    <img
      class="logo"
      src={`/logo/${encodeURIComponent(domain)}?size=${size * 2}`}
      alt=""
      width={size}
      height={size}
    />
  )
}
