import { fault } from '../harness/fault.ts'

/** Power is lost: nothing has time to finish, and everything starts again on what is on disk. */
fault({
  name: 'F16',
  title: 'everything is killed -9 at once and started again',
  oneModeInCi: true,
  async both({ world, form, random, load, figure }) {
    const kills = form.name === 'long' ? 5 : world.mode === 'embedded' ? 2 : 1
    for (let count = 0; count < kills; count += 1) {
      await load.during(random.between(500, 1_500))
      await world.killEverything()
    }
    figure('kills', kills)
  },
})
