import { Worker } from 'node:worker_threads'
import { outOfMemoryCode } from './pool-worker.ts'

/**
 * The jobs run in a thread of this process, so that its other thread can see that the service is gone, and end
 * both, whatever a job is doing.
 */
const [entry = '', heapMegabytes] = process.argv.slice(2)

const worker = new Worker(new URL(entry), {
  execArgv: [],
  resourceLimits: { maxOldGenerationSizeMb: Number(heapMegabytes) },
})
worker.on('message', (reply) => process.send?.(reply))
worker.on('error', (error) => {
  process.exit('code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? outOfMemoryCode : 1)
})
process.on('message', (job) => worker.postMessage(job))
process.on('disconnect', () => process.exit())
