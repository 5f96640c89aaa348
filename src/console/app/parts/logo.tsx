/** The path only: logos come from wherever this page came from. */
export function Logo({
  domain,
  size = 32,
}: {
  readonly domain: string | null
  readonly size?: number
}) {
  if (!domain) return <span class="logo logo-none" style={{ width: size, height: size }} />
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
