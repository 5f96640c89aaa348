import { movePage, resetPage, verifyPage } from '../../../console/link-pages.ts'
import type { HtmlPage } from '../../../console/page.ts'
import type { Exchange } from '../../http/exchange.ts'
import { defineRoute } from '../../route.ts'

/** Where links of e-mails lead. Opening one changes nothing: scanners of mail open them, too. */
export const resetPageRoute = defineRoute({
  method: 'GET',
  path: '/auth/reset',
  operationId: 'showResetPage',
  tag: 'Sign-in',
  summary: 'The page on which a new password is asked for and set',
  auth: 'public',
  answers: { 200: { description: 'A page.', mediaType: 'text/html' } },
  handle: (_context, exchange) => send(exchange, resetPage()),
})

export const verifyPageRoute = defineRoute({
  method: 'GET',
  path: '/auth/verify',
  operationId: 'showVerifyPage',
  tag: 'Sign-in',
  summary: 'The page on which an e-mail is confirmed',
  auth: 'public',
  answers: { 200: { description: 'A page.', mediaType: 'text/html' } },
  handle: (_context, exchange) => send(exchange, verifyPage()),
})

export const movePageRoute = defineRoute({
  method: 'GET',
  path: '/auth/email',
  operationId: 'showEmailChangePage',
  tag: 'Sign-in',
  summary: 'The page on which another e-mail is confirmed',
  auth: 'public',
  answers: { 200: { description: 'A page.', mediaType: 'text/html' } },
  handle: (_context, exchange) => send(exchange, movePage()),
})

function send(exchange: Exchange, { html, csp }: HtmlPage): void {
  exchange.set({ 'Content-Security-Policy': csp, 'Referrer-Policy': 'no-referrer' })
  exchange.set({ 'Cache-Control': 'no-store' })
  exchange.text(200, html, 'text/html; charset=utf-8')
}
