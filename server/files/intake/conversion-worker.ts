import { serveJobs } from '../pdf/worker.ts'
import { type ConversionJob, doConversionJob } from './convert.ts'

const maxMemoryBytes = 512 * 1024 ** 2

serveJobs(maxMemoryBytes, (job: ConversionJob) => doConversionJob(job))
