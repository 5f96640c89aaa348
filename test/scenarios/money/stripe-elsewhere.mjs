/**
 * Loaded into the service before its own code (node --import): what is addressed to Stripe goes to a
 * local stand-in instead, so that the service needs no setting that exists for tests only.
 */
import http from 'node:http'
import https from 'node:https'
import { syncBuiltinESMExports } from 'node:module'

const standIn = Number(process.env.STRIPE_STAND_IN_PORT)
const request = https.request

https.request = (options, ...rest) => {
  if (options?.host !== 'api.stripe.com') return request(options, ...rest)
  const { agent: _secureAgent, ...plain } = options
  const sent = http.request({ ...plain, protocol: 'http:', host: '127.0.0.1', port: standIn })
  // Stripe's client writes the body when the connection is secure; this one never will be.
  sent.on('socket', (socket) => socket.once('connect', () => socket.emit('secureConnect')))
  return sent
}
syncBuiltinESMExports()
