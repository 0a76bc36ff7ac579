/** A job that waits for a worker. */
export type Waiting = { isBackground: boolean; line: string }

/** Lines whose turn is remembered. */
const mostLines = 100

/** Jobs in the order in which workers take them: those that somebody waits for first, then one of each line in turn. */
export function openTaskQueue<Task extends Waiting>() {
  const queue: Task[] = []
  /** The line that was served last is the last here. */
  const served = new Set<string>()

  /** Of the lines that have jobs waiting the one that was served longest ago, if ever. */
  function takeInTurn(): Task | undefined {
    const turns = [...served]
    const lines = new Set(queue.map(({ line }) => line))
    const [next] = [...lines].sort((one, other) => turns.indexOf(one) - turns.indexOf(other))
    const [task] = queue.splice(
      queue.findIndex(({ line }) => line === next),
      1,
    )
    if (!task) return
    served.delete(task.line)
    served.add(task.line)
    if (served.size > mostLines) served.delete(turns[0] ?? '')
    return task
  }

  return {
    add(task: Task): void {
      queue.push(task)
    },

    take({ mayTakeBackground }: { mayTakeBackground: boolean }): Task | undefined {
      const place = queue.findIndex((task) => !task.isBackground)
      if (place >= 0) return queue.splice(place, 1)[0]
      return mayTakeBackground ? takeInTurn() : undefined
    },

    remove(task: Task): void {
      const place = queue.indexOf(task)
      if (place >= 0) queue.splice(place, 1)
    },

    takeAll: (): Task[] => queue.splice(0),
  }
}
