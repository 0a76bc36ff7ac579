import { serveJobs } from '../pdf/worker.ts'
import { openTypesetter, type Printed, type Typesetter } from './typesetter.ts'

const maxMemoryBytes = 512 * 1024 ** 2

let opened: Promise<Typesetter> | undefined

serveJobs(maxMemoryBytes, async (printed: Printed) => {
  opened ??= openTypesetter()
  return (await opened)(printed)
})
