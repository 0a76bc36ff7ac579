import { openDatabase } from '../../store/db.ts'
import { requestBy } from '../case-desk.ts'
import { until } from '../until.ts'
import { openDelivering } from './delivering.ts'

/** Opens a case and delivers what it owes, until it is killed at the point that it is told. */
const [url = '', point = '', receiver = ''] = process.argv.slice(2)

const die = () => {
  process.kill(process.pid, 'SIGKILL')
  return new Promise<never>(() => {})
}
const diesAt = (one: string) => async () => {
  if (point === one) await die()
}
const lastEvents: Record<string, string> = {
  concluded: 'delivery.receipted',
  applied: 'delivery.receipted',
  gaveUp: 'delivery.failed',
  redriven: 'delivery.redriven',
}

const of = await openDelivering(openDatabase({ url }), {
  names: [point],
  receiver,
  atInput: diesAt('leased'),
  atAnswer: diesAt('answered'),
  afterCommit(events) {
    if (events.some(({ type }) => type === lastEvents[point])) void die()
  },
  isSending: !['owed', 'kept', 'applied'].includes(point),
})
const caseId = await of.open()
if (point === 'owed') await die()
const [binding] = of.bindings.all
if ((point === 'kept' || point === 'applied') && binding) {
  await of.inbox.keep(binding, 'retracted', { caseId }, 'msg_1')
  if (point === 'kept') await die()
  // The last is its own.
  const id = (await of.inbox.toTry()).at(-1)
  if (id !== undefined) await of.inbox.apply(id)
}
if (point === 'redriven') {
  const dead = await until(async () => (await of.rows(point)).find(({ status }) => status === 'failed'))
  await of.ledger.redrive(requestBy(), dead.id)
}
// Whatever else happens, happens while it waits.
setInterval(() => {}, 1000)
