import { inLanguage, number } from './language.ts'

const statuses = { current: 'in the file', held: 'held', removed: 'removed' }

const en = {
  title: 'File documents',
  add: 'File documents',
  files: 'Files',
  newVersion: 'New version',
  choose: 'Choose a file first.',
  isEmpty: (name: string) => `${name} is empty: there is nothing in it to file. Choose another file.`,
  byType: 'As the type suggests',
  file: (count: number) => (count > 1 ? `File ${number(count)} documents` : 'File the document'),
  reviseTitle: (name: string) => `Revise ${name}`,
  reviseHint:
    'The new version gets new pages. Tags stay; notes follow their words, or are marked if those are gone.',
  revise: 'File the new version',
  reviseItem: 'New version…',
  divideItem: 'Divide…',
  removeItem: 'Remove from the file…',
  print: 'Print',
  documentMenu: 'The document',
  onTheirWay: 'Files on their way',
  progressOf: (name: string) => `Sent of ${name}`,
  sent: (percent: number) => `${percent} %`,
  filing: 'filing…',
  stopped: (why: string) => `Stopped: ${why}`,
  refused: (why: string) => `Not filed: ${why}`,
  resume: 'Resume',
  giveUp: (name: string) => `Do not file ${name}`,
  filed: (name: string, status: 'current' | 'held' | 'removed', page: number) =>
    status === 'current'
      ? `${name} is filed from page ${number(page)} on.`
      : `${name} has arrived and is ${statuses[status]}.`,
  revised: (name: string, version: number) => `${name} is now at version ${version}.`,
  removeTitle: (name: string) => `Remove ${name}`,
  why: 'Why',
  whyMissing: 'Say why: the reason stays in the history of the case.',
  remove: 'Remove',
  changed: (name: string, status: 'current' | 'removed') =>
    status === 'removed' ? `${name} is removed from the file.` : `${name} is in the file.`,
  undone: 'The removal was undone.',
  divideTitle: (name: string) => `Divide ${name}`,
  proposed: (parts: number) => `It seems to hold ${number(parts)} documents. Change what is wrong.`,
  notProposed: 'Nothing says where another document begins. Name the pages where one does.',
  readSoFar: (read: number, all: number) =>
    `The text of ${number(read)} of ${number(all)} pages is read so far.`,
  partPages: (first: number, last: number) =>
    first === last ? `p ${number(first)}` : `p ${number(first)}–${number(last)}`,
  partName: (part: number) => `Name of document ${part}`,
  partCategory: (part: number) => `Category of document ${part}`,
  sameCategory: 'Category as before',
  join: (part: number) => `Join document ${part} to the one before`,
  partFrom: 'Another document begins on page',
  addPart: 'Divide here',
  partWithin: (first: number, last: number) => `Give a page from ${number(first)} to ${number(last)}.`,
  twoParts: 'A division needs at least two documents.',
  nameMissing: 'Give every document a name.',
  untitled: (name: string, page: number) => `${name}, from page ${number(page)}`,
  divide: (parts: number) => (parts > 1 ? `Divide into ${number(parts)} documents` : 'Divide'),
  divided: (name: string, parts: number) => `${name} is divided into ${number(parts)} documents.`,
  aside: 'Held and removed',
  statuses,
  admit: 'Put into the file',
  admittedWhy: 'It belongs to the file.',
  keepOut: 'Keep out',
  keptOutWhy: 'It does not belong to the file.',
}

export const words = inLanguage({ en })
