// Sindhi: a translation of en.js of the lessons. It awaits review by native speakers.

export default {
};
