import { inLanguage } from './language.ts'

const en = {
  filterBy: (column: string) => `Filter by ${column.toLowerCase()}`,
  clearFilter: 'Clear this filter',
  clearFilters: 'Clear all filters',
  more: 'Loading more…',
  count: (count: number, isExact: boolean) => `${count.toLocaleString('en')}${isExact ? '' : '+'}`,
  me: 'Me',
  colleague: 'A colleague',
  from: 'From',
  to: 'To',
  exportList: 'Export list',
  exporting: (done: number) => `Stop (${done.toLocaleString('en')} so far)`,
  exported: (rows: number, isCut: boolean) =>
    isCut
      ? `The first ${rows.toLocaleString('en')} rows are in the file: filter the list for the others.`
      : `${rows.toLocaleString('en')} rows are in the file.`,
  views: 'Views',
  saved: 'Saved views',
  ofTeams: 'Views of my teams',
  shareWith: 'For',
  onlyMe: 'Me alone',
  saveView: 'Save view',
  saveViewTitle: 'Save these filters as a view',
  viewName: 'Name of the view',
  save: 'Save',
  cancel: 'Cancel',
  removeView: (name: string) => `Remove the view ${name}`,
  move: 'move',
  open: 'open',
  select: 'select',
  shortcuts: 'shortcuts',
}

export const words = inLanguage({ en })
