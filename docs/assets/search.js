// A flag is searched for as it is typed: to the search, a hyphen in front of a word means "without it".
document.addEventListener("input", ({ target }) => {
  if (target.matches?.(".md-search__input") && /(^|\s)-+(?=\w)/.test(target.value))
    target.value = target.value.replace(/(^|\s)-+(?=\w)/g, "$1");
}, true);
