-- Pictures are told of below the public URL of today, not that of the day on which they were set: only the path is kept.
update dispatch.workers set image_url = substring(image_url from '(/worker-pictures/.*)$') where image_url is not null;
