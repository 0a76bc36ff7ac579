import { parentPort } from 'node:worker_threads'
import { segmentBuilder } from './build-segment.ts'
import { buffersOf } from './segment.ts'
import type { ToWorker } from './segment-thread.ts'

const port = parentPort
if (!port) throw new Error('segment-worker.ts runs in a worker thread')
const builder = segmentBuilder()

port.on('message', (message: ToWorker) => {
  if (message.type === 'add') {
    for (const { page, text } of message.pages) builder.add(page, text)
    port.postMessage(undefined)
    return
  }
  const segment = builder.finish()
  port.postMessage(segment, buffersOf(segment))
})
