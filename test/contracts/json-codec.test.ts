import { jsonCodec } from '../../src/codecs/json-codec.ts'
import { codecContract } from './codec.contract.ts'

codecContract('JSON', () => jsonCodec)
