/** Examples of /openapi.json. */
export const accountExample = {
  id: 'acc_9fJ2kLm4nPq6rSt8uVw0xY',
  email: 'ada@example.com',
  name: null,
  created_at: '2026-01-02T03:04:05.678Z',
}

const prefix = 'enr_444444'

export const secretExample = `${prefix}${'4'.repeat(32)}`

const key = {
  id: 'key_ed2RNfqCJiuMePHhqqdARE',
  name: 'till 3',
  prefix,
  created_at: '2026-01-02T03:04:05.678Z',
}

export const createdKeyExample = {
  ...key,
  api_key: secretExample,
  scopes: ['enrich'],
  monthly_cap_cents: 5_000,
}

export const keyExample = {
  ...key,
  expires_at: null,
  revoked_at: null,
  last_used_at: '2026-01-02T05:00:00.000Z',
  scopes: ['enrich'],
  monthly_cap_cents: 5_000,
  spent_this_month_cents: 312,
  calls_per_second: null,
  allowed_addresses: null,
  test: false,
}

export const accountEventExample = {
  id: 'evt_chroJzhxwfqnKiUhtH6Qw2',
  type: 'key_created',
  at: '2026-01-02T03:04:05.678Z',
  last_at: '2026-01-02T03:04:05.678Z',
  count: 1,
  key_id: key.id,
  address: '192.0.2.7',
  detail: null,
}
