import { jsonCodec } from '../../../src/log/codecs/json-codec.ts'
import { codecContract } from './codec.contract.ts'

codecContract('JSON', () => jsonCodec)
