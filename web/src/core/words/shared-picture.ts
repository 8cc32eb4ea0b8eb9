export const WORDS_OF_SHARED_PICTURE = {
  title: 'A picture to share',
  alt: 'The picture in words',
  save: 'Save the picture',
  copy: 'Copy the picture',
  share: 'Share',
  copied: 'Copied.',
  cannot: 'This browser does not let a page do that here. Save the picture instead.',
};
