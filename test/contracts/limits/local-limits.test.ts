import { openCallRate } from '../../../src/api/admission/rates/call-rate.ts'
import { openLimit } from '../../../src/api/admission/rates/limit.ts'
import { limitsContract } from './limits.contract.ts'

limitsContract('one process', async () => ({
  limits: (rate) => [openLimit(rate, () => null)],
  calls: (rate) => [openCallRate(rate, () => null)],
  close: async () => {},
}))
