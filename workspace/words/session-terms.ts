/** What sessions are called wherever they are shown. */
export const sessionKinds = { inPerson: 'In person', video: 'Video', phone: 'Phone', virtual: 'Virtual' }
export const sessionStatuses = {
  requested: 'Requested',
  scheduled: 'Scheduled',
  held: 'Held',
  noShow: 'No-show',
  postponed: 'Postponed',
  withdrawn: 'Withdrawn',
}
