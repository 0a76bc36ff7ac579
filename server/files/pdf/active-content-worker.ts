import type { ActiveContentJob } from './active-content.ts'
import { type ActiveScan, scanForActiveContent } from './active-scan.ts'
import { writeDefusal } from './defuse-objects.ts'
import { serveJobs } from './worker.ts'

serveJobs<ActiveContentJob, ActiveScan | number>(0, (job) =>
  job.type === 'scan' ? scanForActiveContent(job.path) : writeDefusal(job.objects, job.update),
)
