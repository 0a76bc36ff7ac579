import { serveJobs } from '../pdf/worker.ts'
import { type ConversionJob, doConversionJob } from './convert.ts'

const maxMemoryBytes = 256 * 1024 ** 2

serveJobs(maxMemoryBytes, (job: ConversionJob) => doConversionJob(job))
