import { openCallRate } from '../../../src/api/admission/call-rate.ts'
import { openLimit } from '../../../src/api/admission/limit.ts'
import { limitsContract } from './limits.contract.ts'

limitsContract('one process', async () => ({
  limits: (rate) => [openLimit(rate, () => null)],
  calls: (rate) => [openCallRate(rate, () => null)],
  close: async () => {},
}))
