import { type Logger, pino } from 'pino'
import { describe } from '../http/errors.ts'

/**
 * What the service says on its way: words for a person at a terminal, and else lines of JSON as in the rest of the log,
 * whatever its level.
 */
export type ServingLog = {
  note(sentence: string): void
  fail(error: unknown, sentence: string): void
}

export function openServingLog(isForPerson = process.stderr.isTTY): ServingLog {
  // Written at once: the process may end with it.
  const log: Logger = pino({ base: null }, pino.destination({ dest: 2, sync: true }))
  return {
    note: (sentence) => (isForPerson ? console.error(sentence) : log.info(sentence)),
    fail: (error, sentence) => log.fatal(describe(error), sentence),
  }
}

/**
 * A bug that nothing caught, and what Node itself warns of, are lines of the log too. An error that nobody waited for is the
 * failure of one piece of work, and ends no other: what is half done in the database is rolled back.
 */
export function logCrashes({ fail }: ServingLog, warn: (warning: Error) => void) {
  process.on('uncaughtException', (error) => {
    fail(error, 'crashed')
    process.exit(1)
  })
  process.on('unhandledRejection', (error) => fail(error, 'failed, and nobody waited for it'))
  process.removeAllListeners('warning')
  process.on('warning', warn)
}
