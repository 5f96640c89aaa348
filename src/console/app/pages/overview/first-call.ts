export function firstCall(baseUrl: string): string {
  return `curl -i '${baseUrl}/enrich' \\
  -H "Authorization: Bearer $KEY" \\
  -H 'Content-Type: application/json' \\
  -d '{"description":"NETFLIX.COM","amount":-15.49}'`
}
