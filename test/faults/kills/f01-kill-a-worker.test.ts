import { fault } from '../harness/fault.ts'
import type { Random } from '../harness/load/random.ts'
import type { DistributedWorld } from '../harness/world/distributed-world.ts'
import type { ServiceProcess } from '../harness/world/service-process.ts'

const stallLimitMs = 10_000
const handOverLimitMs = 2_000

/** Another worker takes over, and goes on where the log says that the dead one was. */
fault({
  name: 'F1',
  title: 'an enrichment or billing worker is killed -9, and one is stopped in order',
  async distributed({ world, form, random, load, stallSince, figure, demand }) {
    const kills = form.name === 'long' ? 20 : 2
    const from = Date.now()
    for (let count = 0; count < kills; count += 1) {
      await load.during(random.between(1_000, form.name === 'long' ? 4_000 : 2_000))
      await anyWorker(world, random).kill9()
    }
    await world.ready()
    await load.during(1_000)
    const stall = await stallSince(from)
    figure('kills', kills)
    figure('stall after kill -9, ms', stall)
    demand('I10', stall <= stallLimitMs * form.patience, `a partition stood still for ${stall} ms`)

    const stoppedAt = Date.now()
    const worker = anyWorker(world, random)
    const tookMs = await worker.stop()
    await load.during(handOverLimitMs)
    const handOver = await stallSince(stoppedAt)
    figure('stall after SIGTERM, ms', handOver)
    figure('SIGTERM took, ms', Math.round(tookMs))
    const limitMs = handOverLimitMs * form.patience
    demand('I10', handOver <= limitMs, `handing over took ${handOver} ms`)
    await worker.start()
  },
})

function anyWorker(world: DistributedWorld, random: Random): ServiceProcess {
  const workers = [...world.of('enrich'), ...world.of('bill')]
  const worker = workers[random.below(workers.length)]
  if (!worker) throw new Error('there are no workers')
  return worker
}
