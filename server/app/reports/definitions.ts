import type { ReportKind } from '@portico/contract/reports'

/** What each kind of report counts, as its page says it. */
export const definitions: Record<ReportKind, string> = {
  throughput:
    'Cases opened and closed in each period, by the days of UTC. A case that was reopened is not counted as closed.',
  ageInStep:
    'Cases that are in a step now, and the days since they entered it. One that was reopened into the step where it stood counts from when it first entered it, the days between included. A closed case counts as long as the task of its step is open, such as that of putting a decision into effect.',
  overdue:
    'Open tasks whose deadline is past, and the cases that they are on. A task on hold is not overdue: it waits for something else, or for its date.',
  queueDepth:
    'Open tasks that belong to a team and not yet to a person, those on hold among them. A task that came back with a reopened case is as old as the one it continues.',
  reviewerLoad:
    'Open tasks that belong to a person, those on hold among them, and the cases that they are on.',
  distribution:
    'Runs of distribution in each period, by the days of UTC, and the cases that they gave, passed over, or have still to give.',
  decisions: 'Issues decided by signatures in force, by the day of the signature in UTC.',
  portHealth: 'Deliveries to each binding, since it exists, by where they stand.',
  docketHealth: 'What must hold after any sequence of commands, how often it does not, and where.',
}
