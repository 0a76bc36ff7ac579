import { inLanguage } from './language.ts'

const en = {
  title: 'Cases',
  find: 'Find by docket number or name',
  columns: {
    name: 'Name',
    docketNumber: 'Docket number',
    type: 'Type',
    docket: 'Docket',
    status: 'Status',
    step: 'Step',
    with: 'With',
    since: 'In this step',
    received: 'Received',
    sensitivity: 'Sensitivity',
  },
  all: 'All cases',
  openCases: 'Open',
  withMe: 'With me',
  leastDays: 'At least, days',
  file: 'cases',
  open: 'Open',
  closed: 'Closed',
  openOrClosed: 'Open or closed',
  assignee: { me: 'Me', label: 'With' },
  empty: {
    title: 'No case yet',
    text: 'Cases that you may see appear here.',
    filtered: 'No case matches these filters.',
  },
  count: (count: number, isAll: boolean) =>
    `${count.toLocaleString('en')}${isAll ? '' : '+'} ${count === 1 ? 'case' : 'cases'}`,
  order: {
    uploaded: 'Order: most recently uploaded first',
    received: 'Order: date of receipt',
    docketNumber: 'Order: docket number',
    name: 'Order: name',
    step: 'Order: time in this step',
  },
  keys: {
    next: 'Next case',
    previous: 'Previous case',
    open: 'Open the case page',
    read: 'Open the reader',
    find: 'Find a case',
  },
}

export const words = inLanguage({ en })
