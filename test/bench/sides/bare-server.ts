/** The floor: what Express costs by itself. It parses JSON and sends it back. */
import type { AddressInfo } from 'node:net'
import express from 'express'

const app = express()
app.use(express.json())
app.post('/enrich', (request, response) => {
  response.json(request.body)
})
const server = app.listen(0, '127.0.0.1', () => {
  const { port } = server.address() as AddressInfo // as: a TCP server's.
  process.stdout.write(`${JSON.stringify({ port, keys: ['none'] })}\n`)
})
process.stdin.resume().on('end', () => process.exit(0))
