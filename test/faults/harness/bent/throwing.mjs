// Imported into a process before its program: a bug that one line in a million would meet. Folding a
// line that is not ASCII normalises it; this one line makes that throw.
const normalize = String.prototype.normalize

Object.defineProperty(String.prototype, 'normalize', {
  value: function (form) {
    if (this.includes('pöison')) throw new TypeError('a bug that only this line meets')
    return normalize.call(this, form)
  },
})
