import { PageHead } from '../../parts/card.tsx'
import { place } from '../../state/place.ts'
import { DropZone } from './drop-zone.tsx'
import { JobList } from './job-list.tsx'
import { NewJob } from './new-job.tsx'
import { OneJob } from './one-job.tsx'

const fresh = 'new'

export function Jobs() {
  const { id } = place.value
  if (id === fresh) return <NewJob />
  if (id !== '') return <OneJob key={id} id={id} />
  return (
    <>
      <PageHead
        title="Jobs"
        words="A statement as your bank gave it to you becomes merchants, categories and logos, row by row."
      />
      <div class="stacked">
        <DropZone />
        <JobList />
      </div>
    </>
  )
}
