import { serveJobs } from '../pdf/worker.ts'
import type { PrintedDecision } from './printed-decision.ts'
import { openTypesetter, type Typesetter } from './typeset-decision.ts'

const maxMemoryBytes = 512 * 1024 ** 2

let opened: Promise<Typesetter> | undefined

serveJobs(maxMemoryBytes, async (decision: PrintedDecision) => {
  opened ??= openTypesetter()
  return (await opened)(decision)
})
