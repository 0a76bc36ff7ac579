import { createRequire } from 'node:module'
import { limitMemory } from '../pdf/worker.ts'
import { yieldToOthers } from './low-priority.ts'

const maxMemoryBytes = 768 * 1024 ** 2

yieldToOthers()
limitMemory(maxMemoryBytes)
createRequire(import.meta.url)('tesseract.js/src/worker-script/node/index.js')
