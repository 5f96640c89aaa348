import { fault } from './harness/fault.ts'

/** Power is lost: nothing has time to finish, and everything starts again on what is on disk. */
fault({
  name: 'F16',
  title: 'everything is killed -9 at once and started again',
  async embedded({ world, form, random, load, figure }) {
    const kills = form.name === 'long' ? 5 : 2
    for (let count = 0; count < kills; count += 1) {
      await load.during(random.between(500, 1_500))
      await world.service.kill9All()
      await world.service.restart()
    }
    figure('kills', kills)
  },
})
